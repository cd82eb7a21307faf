"""What is Python about spe_ed: positions for bots, rooms, the contest's messages, a steppable model, drawings."""
