// Paths that each role may enter (specification 2, design.md 2). For navigation and redirects only: access to the rows
// is enforced by the database.
import { AREA_ROLES, type AreaRole, isAreaRole, isContentStaff, isStaff, ROLES, type Role } from './roles.ts'

const areaBases: Record<AreaRole, string> = {
  customer: '/customer',
  vendor: '/vendor',
  manager: '/manager',
  coordinator: '/coordinator',
  chief: '/chief',
}

/** Restricted path prefixes. The pages for packing, hand-over and delivery also check membership of a hub or shop. */
const guardedPaths: { path: string; admits: (role: Role) => boolean }[] = [
  ...AREA_ROLES.map((area) => ({ path: areaBases[area], admits: (role: Role) => role === area })),
  { path: '/account', admits: isSignedIn },
  { path: '/oauth/consent', admits: isSignedIn },
  { path: '/work', admits: isSignedIn },
  { path: '/handover', admits: isSignedIn },
  { path: '/packing', admits: isSignedIn },
  { path: '/weigh-in', admits: isSignedIn },
  { path: '/held', admits: isSignedIn },
  { path: '/runs', admits: isSignedIn },
  { path: '/my-run', admits: isSignedIn },
  { path: '/content', admits: isContentStaff },
  { path: '/blog/new', admits: isContentStaff },
  { path: '/blog/edit', admits: isContentStaff },
]

/** A role's own dashboard; `/` for roles without an area, also content staff. */
export function dashboardPath(role: Role): string {
  return isAreaRole(role) ? `${areaBases[role]}/dashboard` : '/'
}

/**
 * The page that a person is sent to after sign-in. Content staff start at their desk. Members of staff of shops and hubs
 * without an area of their own, or with only a customer's, start at their work.
 */
export function landingPath(role: Role, hasDuties: boolean): string {
  if (hasDuties && (role === 'customer' || !isAreaRole(role))) return '/work'
  return isContentStaff(role) ? '/content' : dashboardPath(role)
}

/** True if the role may enter this path; a query string and a fragment are ignored. */
export function mayEnter(role: Role, path: string): boolean {
  const plain = plainPath(path)
  if (plain === null) return false
  return guardedPaths.every((guarded) => !isWithin(plain, guarded.path) || guarded.admits(role))
}

/** True if only staff roles may enter the path. */
export function isStaffPath(path: string): boolean {
  return !ROLES.some((role) => !isStaff(role) && mayEnter(role, path))
}

function isSignedIn(role: Role): boolean {
  return role !== 'visitor'
}

// Normalises like the router, which matches decoded segments case-insensitively and ignores doubled slashes.
function plainPath(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path.replace(/[?#].*$/s, ''))
    return `/${decoded.toLowerCase().split('/').filter(Boolean).join('/')}`
  } catch {
    return null
  }
}

function isWithin(path: string, base: string): boolean {
  return path === base || path.startsWith(`${base}/`)
}
