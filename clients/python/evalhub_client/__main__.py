"""python -m evalhub_client: the same as the command evalhub-client."""

from .command_line import main

if __name__ == "__main__":
    main()
