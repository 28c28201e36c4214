import type { Side } from './queries.ts'

/** The area says as what somebody looks at claims. */
export function sideOf(pathname: string): Side {
  const area = pathname.split('/')[1]?.toLowerCase()
  return area === 'account' ? 'buyer' : area === 'vendor' ? 'vendor' : 'staff'
}
