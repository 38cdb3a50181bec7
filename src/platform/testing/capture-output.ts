import { vi } from 'vitest'

/** Runs a command in this process. @returns its exit status and output */
export async function captureOutput(
  run: () => Promise<number | undefined>,
): Promise<{ status: number | undefined; stdout: string; stderr: string }> {
  const written = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[stream] += text
      return true
    }),
  )
  try {
    return { status: await run(), ...written }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
