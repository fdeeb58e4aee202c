"""What the actions of a finished match were worth: every one is valued, graded and explained."""
