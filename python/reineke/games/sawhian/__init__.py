"""What is Python about Sawhian: its drawings (`draw`)."""
