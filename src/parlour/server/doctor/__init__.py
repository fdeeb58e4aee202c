"""What `parlour doctor` checks: each check says in a sentence what it found, and how to mend what is wrong."""
