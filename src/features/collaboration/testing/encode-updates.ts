/** Encodes an integer as Yjs does: 7 bits a byte. */
export function varUint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varUint(Math.floor(value / 128))]
}

/** Encodes an update (version 1) with the remains of a deleted character of each of many clients. */
export function deletedTexts(clients: number): Uint8Array {
  const structs = Array.from({ length: clients }, (_, index) => [1, ...varUint(clients - index), 0, 0, 1])
  return Uint8Array.from([...varUint(clients), ...structs.flat(), 0])
}
