import { join, resolve } from 'node:path'
import { isS3Address } from '#kernel/storage-address.ts'
import { withFallback } from '#platform/files/fallback-bucket.server.ts'
import { connectS3, openS3Bucket } from '#platform/files/s3-bucket.server.ts'
import { requireS3Address } from '#platform/files/s3-client.server.ts'
import { type Bucket, openBucket } from '#platform/files/storage.server.ts'
import type { Env } from '#platform/process/env.server.ts'
import { type Receiving, receiveInFolder, receiveInStorage } from './receive-chunk.server.ts'
import { receivingFolder } from './uploads-folder.server.ts'

type StorageEnv = Pick<Env, 'DATA_DIR' | 'STORAGE_URL' | 'STORAGE_FALLBACK_URL'>

type Storage = {
  /** Images, recordings and portraits. */
  uploads: Bucket
  /** Parts of uploads that are not complete. */
  parts: Bucket
  /** Exports of other systems, until they are imported. */
  exports: Bucket
}

/** Used instead of an address for the folder in DATA_DIR. */
export const DISK = 'disk'

const opened = new Map<string, Storage>()

/**
 * @param address `disk`, a folder or an address in S3-compatible storage
 * @throws {StorageError} if it is invalid
 */
export function openStorage(address: string, { DATA_DIR }: Pick<Env, 'DATA_DIR'>): Storage {
  const key = isS3Address(address) ? address : address === DISK ? DATA_DIR : resolve(address)
  const known = opened.get(key)
  if (known) return known
  const storage = isS3Address(address) ? openS3(address) : openFolder(key)
  opened.set(key, storage)
  return storage
}

function openFolder(dir: string): Storage {
  return {
    uploads: openBucket(join(dir, 'article-images')),
    parts: openBucket(join(dir, 'receiving-uploads')),
    exports: openBucket(join(dir, 'imports')),
  }
}

function openS3(address: string): Storage {
  // The circuit of the connection is shared.
  const connection = connectS3(requireS3Address(address))
  return {
    uploads: openS3Bucket(connection, 'article-images/'),
    parts: openS3Bucket(connection, 'receiving-uploads/'),
    exports: openS3Bucket(connection, 'imports/'),
  }
}

/** Opens the uploads of the site, with those at STORAGE_FALLBACK_URL. */
export function openUploads(env: StorageEnv): Bucket {
  const { uploads } = openStorage(env.STORAGE_URL ?? DISK, env)
  return env.STORAGE_FALLBACK_URL === undefined
    ? uploads
    : withFallback(uploads, openStorage(env.STORAGE_FALLBACK_URL, env).uploads)
}

/** Opens the parts of uploads that are not complete. */
export function openParts(env: StorageEnv): Bucket {
  return openStorage(env.STORAGE_URL ?? DISK, env).parts
}

/** Opens the exports of other systems that were uploaded. */
export function openExports(env: StorageEnv): Bucket {
  return openStorage(env.STORAGE_URL ?? DISK, env).exports
}

/** Receives uploads in parts. With S3-compatible storage, each part may come to another machine. */
export function openReceiving(env: StorageEnv): Receiving {
  const dir = receivingFolder(env)
  return env.STORAGE_URL === undefined ? receiveInFolder(dir) : receiveInStorage(openParts(env), dir)
}
