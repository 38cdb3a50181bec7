import { RequestFailure } from '#kernel/request-failure.ts'
import { fetchOwn } from './fetch-from-server.ts'

/** Downloads the response of one of this site's own paths (POST). @throws RequestFailure */
export async function downloadOwn(path: string): Promise<Blob> {
  const response = await fetchOwn(path, { method: 'POST' })
  if (!response.ok) throw new RequestFailure('unavailable', response.status)
  return response.blob()
}
