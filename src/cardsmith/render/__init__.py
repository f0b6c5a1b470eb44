"""Values as people see them: every function returns text, none prints."""
