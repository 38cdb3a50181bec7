type Schema<Output> = {
  safeParse(input: unknown): { success: true; data: Output } | { success: false }
}

/** A response with status 400. The framework would report other errors with status 200. */
export function invalidArguments(): Response {
  return new Response('The arguments are invalid.\n', { status: 400 })
}

/** Validates the arguments of a server function whose responses are cached, so that each has one form. */
export function strictArguments<Output>(schema: Schema<Output>): (input: Output) => Output {
  return (input) => {
    const parsed = schema.safeParse(input)
    if (!parsed.success) throw invalidArguments()
    return parsed.data
  }
}

/** Validates the arguments of a server function that has none. */
export function noArguments(input?: undefined): void {
  if (input !== undefined) throw invalidArguments()
}
