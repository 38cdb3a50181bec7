/** What stands in the log in the place of an account's address, where the server's own command made the change. */
export const COMMAND_LINE = 'masthead command'
