import { dashboardPath } from '#domain/accounts/role-areas.ts'
import { type AreaRole, isAreaRole, isContentStaff, type Role } from '#domain/accounts/roles.ts'
import { contentLinks, type LinkSource, linkOf } from './area-links.ts'
import type { Duty } from './duties.ts'
import type { PlainLink } from './links.ts'

// Apart from the areas' sidebars, because every page of the shop has this menu, and none of them a sidebar.

export const handOver: PlainLink = { to: '/handover', label: /*i18n*/ 'Hand over' }
export const ownRun: PlainLink = { to: '/my-run', label: /*i18n*/ 'My run' }
export const work: PlainLink = { to: '/work', label: /*i18n*/ 'Today' }

/** The viewer's pages that have no area. A customer's orders are in their area. */
const ownProfile: PlainLink = { to: '/account/profile', label: /*i18n*/ 'My account' }
const ownLinks: readonly PlainLink[] = [{ to: '/account/orders', label: /*i18n*/ 'My orders' }, ownProfile]

const SHARED: readonly LinkSource[] = ['Messages', 'Products', 'Orders']

/** A role's main pages, each of which is also in its sidebar. */
const MAIN: Record<AreaRole, readonly LinkSource[]> = {
  // The sidebar's address only redirects there (specification, section 2).
  customer: ['Messages', 'Products', { to: '/account/orders', label: /*i18n*/ 'Orders' }],
  vendor: [...SHARED, handOver, 'Staff'],
  manager: [...SHARED, 'Vendors'],
  coordinator: [...SHARED, 'Vendors', 'Managers'],
  chief: [...SHARED, 'Vendors', 'Staff', 'Settings'],
}

/** The signed-in menu's links for a role: its dashboard, then the viewer's desks where they are a member of staff. */
export function menuLinks(role: Role, duties: readonly Duty[] = []): readonly PlainLink[] {
  const [first, ...others] = roleLinks(role)
  const desks = deskLinks(duties).filter(({ to }) => !others.some((one) => one.to === to))
  return isAreaRole(role) && first ? [first, ...desks, ...others] : [...desks, ...roleLinks(role)]
}

/** "Your work", and the first page of each duty. An invitation is accepted there too. */
function deskLinks(duties: readonly Duty[]): readonly PlainLink[] {
  if (duties.length === 0) return []
  return [
    { to: work.to, label: duties.includes('invitation') ? /*i18n*/ 'Invitation' : /*i18n*/ 'Your work' },
    ...(duties.includes('hand-over') ? [handOver] : []),
    ...(duties.includes('delivery') ? [ownRun] : []),
  ]
}

function roleLinks(role: Role): readonly PlainLink[] {
  if (isContentStaff(role)) return [...contentLinks, ...ownLinks]
  if (!isAreaRole(role)) return ownLinks
  return [
    { to: dashboardPath(role), label: /*i18n*/ 'Dashboard' },
    ...MAIN[role].map((source) => linkOf(role, source)),
    ...(role === 'customer' ? [ownProfile] : ownLinks),
  ]
}
