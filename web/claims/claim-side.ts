import type { Side } from './queries.ts'

/** The viewer's side, by the area of the page. */
export function claimSide(pathname: string): Side {
  const area = pathname.split('/')[1]?.toLowerCase()
  return area === 'account' ? 'buyer' : area === 'vendor' ? 'vendor' : 'staff'
}
