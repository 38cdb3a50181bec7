import type { Bucket } from './storage.server.ts'

/** Stores files in `bucket`, and also reads those that are only in `other`, for example while uploads are moved. */
export function withFallback(bucket: Bucket, other: Bucket): Bucket {
  return {
    ...bucket,
    put: async (name, bytes) => !(await other.has(name)) && bucket.put(name, bytes),
    putFile: async (name, path) => !(await other.has(name)) && bucket.putFile(name, path),
    find: async (name) => (await bucket.find(name)) ?? other.find(name),
    has: async (name) => (await bucket.has(name)) || other.has(name),
    stream: async (name, range) => ((await bucket.has(name)) ? bucket : other).stream(name, range),
    read: async (name) => (await bucket.read(name)) ?? other.read(name),
    async list(prefix) {
      const [files, others] = await Promise.all([bucket.list(prefix), other.list(prefix)])
      const names = new Set(files.map(({ name }) => name))
      return [...files, ...others.filter(({ name }) => !names.has(name))].sort((a, b) =>
        a.name < b.name ? -1 : 1,
      )
    },
    async remove(name) {
      await Promise.all([bucket.remove(name), other.remove(name)])
    },
  }
}
