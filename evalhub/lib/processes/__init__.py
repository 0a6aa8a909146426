"""How a process behaves: work in isolation, side processes, and requests to stop."""
