"""Sessions that initialize, restore and save by themselves, and the hooks around their runs."""
