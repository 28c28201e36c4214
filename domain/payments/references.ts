/** What a payment is called at the gateway: in a cell, its number stands before the id. */
export const paymentReference = (paymentId: string, cell: number | null): string => `AJ${cell ?? ''}-${paymentId}`

/** True for a payment of another cell's market. What nobody here has named may still be ours to look at. */
export function isOfOtherCell(reference: string | null, cell: number | null): boolean {
  const [, named] = /^AJ(\d*)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(reference ?? '') ?? []
  return named !== undefined && named !== '' && named !== String(cell)
}
