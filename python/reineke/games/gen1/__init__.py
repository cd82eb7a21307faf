"""What is Python about Pokémon's first generation: how it is held against Showdown."""
