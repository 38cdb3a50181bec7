type Schema<Output> = {
  safeParse(input: unknown): { success: true; data: Output } | { success: false }
}

/** Returns status 400: the framework would report an error with status 200. */
export function invalidArguments(): Response {
  return new Response('The arguments are invalid.\n', { status: 400 })
}

/** Parses the arguments of functions whose responses are cached. Rejects unknown arguments. */
export function strictArguments<Output>(schema: Schema<Output>): (input: Output) => Output {
  return (input) => {
    const parsed = schema.safeParse(input)
    if (!parsed.success) throw invalidArguments()
    return parsed.data
  }
}

export function noArguments(input?: undefined): void {
  if (input !== undefined) throw invalidArguments()
}
