import {
  type FieldErrors,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
  set,
  type UseFormProps,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { ZodType } from 'zod'

export type ZodForm<Fields extends FieldValues> = UseFormReturn<Fields> & {
  /** Connects a control: `<TextField label="Title" {...form.field('title')} />`. */
  field(
    name: Path<Fields>,
    options?: RegisterOptions<Fields, Path<Fields>>,
  ): UseFormRegisterReturn & { error: string | undefined }
  /** Shows errors beside their fields. */
  showErrors(errors: Partial<Record<Path<Fields>, string>>): void
}

/** Validates with the zod schema of the server function. Submits values as typed; the server parses them. */
export function useZodForm<Fields extends FieldValues>(
  schema: ZodType<unknown, Fields>,
  options: Omit<UseFormProps<NoInfer<Fields>>, 'resolver'>,
): ZodForm<Fields> {
  const form = useForm<Fields>({ ...options, resolver: zodResolver(schema) })
  return {
    ...form,
    field: (name, rules) => ({
      ...form.register(name, rules),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
    showErrors(errors) {
      for (const [name, message] of Object.entries<string | undefined>(errors))
        if (message) form.setError(name as Path<Fields>, { type: 'server', message })
    },
  }
}

/** One error per field. @hookform/resolvers has more options and peer dependencies. */
function zodResolver<Fields extends FieldValues>(schema: ZodType<unknown, Fields>): Resolver<Fields> {
  return (values) => {
    const result = schema.safeParse(values)
    if (result.success) return { values, errors: {} }
    const errors: FieldErrors<Fields> = {}
    for (const { path, code, message } of result.error.issues.toReversed())
      set(errors, path.join('.') || 'root', { type: code, message })
    return { values: {}, errors }
  }
}
