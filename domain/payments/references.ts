/** The payment's reference at the gateway; in a cell it contains the cell's number. */
export const paymentReference = (paymentId: string, cell: number | null): string => `AJ${cell ?? ''}-${paymentId}`

/** True for a payment of another cell. References in other formats count as ours. */
export function belongsToOtherCell(reference: string | null, cell: number | null): boolean {
  const [, named] = /^AJ(\d*)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(reference ?? '') ?? []
  return named !== undefined && named !== '' && named !== String(cell)
}
