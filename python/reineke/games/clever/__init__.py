"""What is Python about Ganz schön clever: drawings (`draw`), positions in words (`position`, `words`), `analysis`,
and reference games with what they are checked against (`verify`)."""
