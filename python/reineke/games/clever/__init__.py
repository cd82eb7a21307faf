"""What is Python about Ganz schön clever: reference games and what they are checked against."""
