"""How fast it is: ratios, each against a baseline measured in the same run (`make bench`).

Seconds differ between machines and hours, ratios hardly do. A row is a function in `rows.py`.
"""
