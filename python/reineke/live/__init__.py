"""Clients and servers of the real games, one folder each."""
