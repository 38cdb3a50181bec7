import { stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { isS3Address } from '#kernel/storage-address.ts'
import { type BackupStore, openFolderStore } from './folder-store.server.ts'

export type BackupLocation = { store: BackupStore; name: string }

const BACKUP_FILE = /\.(zst|enc)$/

/**
 * @param address a folder, or see `parseS3Address`
 * @throws {ArchiveError} if it is invalid
 */
export async function openBackupStore(address: string): Promise<BackupStore> {
  if (!isS3Address(address)) return openFolderStore(resolve(address))
  // Rarely used, and slow to load.
  const { openS3Store } = await import('./s3-store.server.ts')
  return openS3Store(address)
}

/**
 * In a bucket, names of files end in `.zst` or `.enc`.
 *
 * @param defaultName of a new file in a folder or prefix
 * @throws {ArchiveError} if the address is invalid
 */
export async function locateBackup(operand: string, defaultName: string): Promise<BackupLocation> {
  const isFolder = isS3Address(operand)
    ? !BACKUP_FILE.test(splitQuery(operand).path)
    : await isLocalFolder(operand)
  if (isFolder) return { store: await openBackupStore(operand), name: defaultName }
  return splitAddress(operand)
}

export async function openBackup(address: string): Promise<Readable> {
  const { store, name } = await splitAddress(address)
  return store.open(name)
}

async function splitAddress(address: string): Promise<BackupLocation> {
  if (!isS3Address(address)) {
    const path = resolve(address)
    return { store: openFolderStore(dirname(path)), name: basename(path) }
  }
  const { path, query } = splitQuery(address)
  return { store: await openBackupStore(dirname(path) + query), name: basename(path) }
}

function splitQuery(address: string): { path: string; query: string } {
  const [path = '', query] = address.split('?', 2)
  return { path, query: query === undefined ? '' : `?${query}` }
}

async function isLocalFolder(operand: string): Promise<boolean> {
  return operand.endsWith('/') || Boolean((await stat(operand).catch(() => undefined))?.isDirectory())
}
