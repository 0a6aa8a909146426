"""Create evaluations, take them a step further, sum their scores up and list them."""
