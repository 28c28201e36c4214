import { dashboardPath } from '#domain/accounts/role-areas.ts'
import { type AreaRole, isAreaRole, isContentStaff, type Role } from '#domain/accounts/roles.ts'
import { type Duties, dutyLinks, NO_DUTIES } from './duties.ts'
import type { PlainLink } from './links.ts'

/** An area of the site with its own sidebar, named by the first path segment. Buyers' areas have translated labels. */
type AreaName = AreaRole | 'account' | 'content' | 'handover' | 'held' | 'packing' | 'weigh-in' | 'runs' | 'my-run'

export interface Area {
  title: string
  /** A shopper's own, with the bottom bar on a phone. */
  isBuyers?: boolean
  links: readonly PlainLink[]
  /** The same links under headings, where they are too many for one list. */
  groups?: readonly LinkGroup[]
}

interface LinkGroup {
  heading: string
  links: readonly PlainLink[]
}

const grouped = (title: string, groups: readonly LinkGroup[]): Area => ({
  title,
  groups,
  links: groups.flatMap(({ links }) => links),
})

/**
 * "Sidebar layout with Dashboard, Messages, Products, Orders, Customers, Analytics under the role's base path"
 * (specification).
 */
const SHARED = [
  /*i18n*/ 'Dashboard',
  /*i18n*/ 'Messages',
  /*i18n*/ 'Products',
  /*i18n*/ 'Orders',
  /*i18n*/ 'Customers',
  /*i18n*/ 'Analytics',
]

/** After those, the pages that all three staff areas have. */
const STAFF: readonly LinkSource[] = [
  'Queue',
  'Claims',
  ['Not collected', 'uncollected'],
  'Amounts',
  ['Without a code', 'overrides'],
  ['Short deliveries', 'short-deliveries'],
  ['Ratings', 'reviews'],
  'Photographs',
  'Vendors',
  ['Companies', 'businesses'],
  'Performance',
]

/** A label, with the last segment of the path where that is not the label in lower case; or a link to elsewhere. */
type LinkSource = string | readonly [label: string, segment: string] | PlainLink

const linksOf = (area: AreaName, ...sources: readonly LinkSource[]) => sources.map((source) => linkOf(area, source))

function linkOf(area: AreaName, source: LinkSource): PlainLink {
  if (typeof source === 'string') return { to: `/${area}/${source.toLowerCase()}`, label: source }
  if ('to' in source) return source
  const [label, segment] = source
  return { to: `/${area}/${segment}`, label }
}

/** Messages for roles without an area; other roles have the same pages in their area too. */
const ownMessages: PlainLink = { to: '/account/messages', label: /*i18n*/ 'Messages' }

/** The desks of shop and hub staff; vendors have packing in their own area too. */
const handOver: PlainLink = { to: '/handover', label: 'Hand over' }
const held: PlainLink = { to: '/held', label: 'Held' }
const deliveries: PlainLink = { to: '/runs', label: 'Deliveries' }
const serving: Area = {
  title: 'Packing and hand-over',
  links: [
    handOver,
    held,
    { to: '/packing', label: 'Packing' },
    { to: '/weigh-in', label: 'Weigh-in' },
    deliveries,
    { to: '/my-run', label: 'My run' },
    { to: '/account/orders', label: 'My orders' },
  ],
}

export const areas: Record<AreaName, Area> = {
  customer: { title: /*i18n*/ 'Customer', isBuyers: true, links: linksOf('customer', ...SHARED) },
  vendor: {
    title: 'Vendor',
    links: linksOf(
      'vendor',
      ...SHARED,
      'Packing',
      handOver,
      deliveries,
      held,
      'Staff',
      'Claims',
      'Questions',
      'Requests',
      ['Ratings', 'reviews'],
      'Payouts',
      'Invoices',
      ['Shop details', 'shop'],
    ),
  },
  manager: { title: 'Manager', links: linksOf('manager', ...SHARED, ...STAFF, deliveries, 'Reports') },
  coordinator: {
    title: 'Coordinator',
    links: linksOf(
      'coordinator',
      ...SHARED,
      ...STAFF,
      'Managers',
      'Places',
      'Reports',
      ['Hub staff', 'hub-staff'],
      ['Audit log', 'audit'],
    ),
  },
  chief: {
    title: 'Chief',
    links: linksOf(
      'chief',
      ...SHARED,
      ...STAFF,
      'Overview',
      'Staff',
      'Places',
      ['Hub staff', 'hub-staff'],
      'Settings',
      'Payments',
      'Payouts',
      'VAT',
      'Ledger',
      ['Audit log', 'audit'],
    ),
  },
  account: {
    ...grouped(/*i18n*/ 'My account', [
      {
        heading: /*i18n*/ 'Orders',
        links: linksOf(
          'account',
          /*i18n*/ 'Orders',
          [/*i18n*/ 'To collect', 'codes'],
          [/*i18n*/ 'Kept for you', 'stockpile'],
          /*i18n*/ 'Claims',
        ),
      },
      { heading: /*i18n*/ 'Inbox', links: linksOf('account', /*i18n*/ 'Notices', ownMessages) },
      {
        heading: /*i18n*/ 'Money',
        links: linksOf('account', /*i18n*/ 'Payments', /*i18n*/ 'Receipts', /*i18n*/ 'Wallet', /*i18n*/ 'Referrals'),
      },
      {
        heading: /*i18n*/ 'Saved',
        links: linksOf('account', /*i18n*/ 'Lists', [/*i18n*/ 'Following', 'follows']),
      },
      {
        heading: /*i18n*/ 'Settings',
        links: linksOf(
          'account',
          /*i18n*/ 'Profile',
          [/*i18n*/ 'Company', 'business'],
          /*i18n*/ 'Addresses',
          /*i18n*/ 'Security',
          [/*i18n*/ 'My data', 'data'],
        ),
      },
    ]),
    isBuyers: true,
  },
  handover: serving,
  held: serving,
  packing: serving,
  'weigh-in': serving,
  runs: serving,
  'my-run': serving,
  content: {
    title: 'Content desk',
    links: linksOf(
      'content',
      ['Featured deals', 'deals'],
      'Adverts',
      'Products',
      ['Blog posts', 'posts'],
      'Questions',
      ['Ratings', 'reviews'],
      'Photographs',
      ['Email templates', 'templates'],
      ownMessages,
    ),
  },
}

/** The area of a path, by its first segment. */
export function areaForPath(pathname: string): Area | null {
  const name = pathname.split('/')[1]?.toLowerCase() ?? ''
  return Object.hasOwn(areas, name) ? areas[name as AreaName] : null
}

/**
 * The viewer's sidebar for a path: a customer who only delivers sees their run, and not the desks that they cannot
 * open.
 */
export function sidebarArea(pathname: string, role: Role, { handsOver, delivers }: Duties): Area | null {
  const area = areaForPath(pathname)
  return area === serving && role === 'customer' && delivers && !handsOver ? delivering : area
}

const DELIVERING = new Set(['/my-run', '/account/orders'])
const delivering: Area = { title: 'Deliveries', links: serving.links.filter(({ to }) => DELIVERING.has(to)) }

/** The signed-in menu's links for a role: its dashboard, then the desks where the viewer is a member of staff. */
export function menuLinks(role: Role, duties: Duties = NO_DUTIES): readonly PlainLink[] {
  const [first, ...others] = roleLinks(role)
  const desks = dutyLinks(duties).filter(({ to }) => !others.some((one) => one.to === to))
  return isAreaRole(role) && first ? [first, ...desks, ...others] : [...desks, ...roleLinks(role)]
}

function roleLinks(role: Role): readonly PlainLink[] {
  if (isContentStaff(role)) return [...areas.content.links, ...ownLinks]
  if (!isAreaRole(role)) return ownLinks
  const desk = { to: dashboardPath(role), label: /*i18n*/ 'Dashboard' }
  const own = areas[role].links.filter(({ label }) => MENU_LABELS.has(label))
  // The sidebar's address only redirects there (specification, section 2).
  const links = own.map((one) => (one.to === '/customer/orders' ? { ...one, to: '/account/orders' } : one))
  return [desk, ...links, ...(role === 'customer' ? [ownProfile] : ownLinks)]
}

const MENU_LABELS = new Set(['Messages', 'Orders', 'Products', 'Hand over', 'Vendors', 'Managers', 'Staff', 'Settings'])

/** The signed-in menu's link to personal pages, which link to each other. A customer's orders are in their area. */
const ownProfile: PlainLink = { to: '/account/profile', label: /*i18n*/ 'My account' }
const ownLinks: readonly PlainLink[] = [{ to: '/account/orders', label: /*i18n*/ 'My orders' }, ownProfile]
