import { dashboardPath } from '#domain/accounts/role-areas.ts'
import { type AreaRole, isAreaRole, isContentStaff, type Role } from '#domain/accounts/roles.ts'
import { type Duties, dutyLinks, NO_DUTIES } from './duties.ts'
import type { PlainLink } from './links.ts'

/** An area of the site with its own sidebar, named by the first path segment. Buyers' areas have translated labels. */
type AreaName = AreaRole | 'account' | 'content' | 'handover' | 'held' | 'packing' | 'weigh-in' | 'runs' | 'my-run'

export interface Area {
  title: string
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
function shared(base: string): PlainLink[] {
  return SHARED.map((label) => link(base, label))
}

const SHARED = [
  /*i18n*/ 'Dashboard',
  /*i18n*/ 'Messages',
  /*i18n*/ 'Products',
  /*i18n*/ 'Orders',
  /*i18n*/ 'Customers',
  /*i18n*/ 'Analytics',
]

/** Messages for roles without an area; other roles have the same pages in their area too. */
const ownMessages: PlainLink = { to: '/account/messages', label: /*i18n*/ 'Messages' }

/** The desks of shop and hub staff; vendors have packing in their own area too. */
const serving: Area = {
  title: 'Packing and hand-over',
  links: [
    { to: '/handover', label: 'Hand over' },
    { to: '/held', label: 'Held' },
    { to: '/packing', label: 'Packing' },
    { to: '/weigh-in', label: 'Weigh-in' },
    { to: '/runs', label: 'Deliveries' },
    { to: '/my-run', label: 'My run' },
    { to: '/account/orders', label: 'My orders' },
  ],
}

export const areas: Record<AreaName, Area> = {
  customer: { title: /*i18n*/ 'Customer', links: shared('/customer') },
  vendor: {
    title: 'Vendor',
    links: [
      ...shared('/vendor'),
      link('/vendor', 'Packing'),
      { to: '/handover', label: 'Hand over' },
      { to: '/runs', label: 'Deliveries' },
      { to: '/held', label: 'Held' },
      link('/vendor', 'Staff'),
      link('/vendor', 'Claims'),
      { to: '/vendor/questions', label: 'Questions' },
      { to: '/vendor/reviews', label: 'Ratings' },
      link('/vendor', 'Payouts'),
      link('/vendor', 'Invoices'),
      { to: '/vendor/shop', label: 'Shop details' },
    ],
  },
  manager: {
    title: 'Manager',
    links: [
      ...shared('/manager'),
      link('/manager', 'Queue'),
      link('/manager', 'Claims'),
      { to: '/manager/uncollected', label: 'Not collected' },
      { to: '/manager/amounts', label: 'Amounts' },
      { to: '/manager/overrides', label: 'Without a code' },
      { to: '/manager/short-deliveries', label: 'Short deliveries' },
      { to: '/manager/reviews', label: 'Ratings' },
      link('/manager', 'Vendors'),
      link('/manager', 'Performance'),
      { to: '/runs', label: 'Deliveries' },
      link('/manager', 'Reports'),
    ],
  },
  coordinator: {
    title: 'Coordinator',
    links: [
      ...shared('/coordinator'),
      link('/coordinator', 'Queue'),
      link('/coordinator', 'Claims'),
      { to: '/coordinator/uncollected', label: 'Not collected' },
      { to: '/coordinator/amounts', label: 'Amounts' },
      { to: '/coordinator/overrides', label: 'Without a code' },
      { to: '/coordinator/short-deliveries', label: 'Short deliveries' },
      { to: '/coordinator/reviews', label: 'Ratings' },
      link('/coordinator', 'Vendors'),
      link('/coordinator', 'Performance'),
      link('/coordinator', 'Managers'),
      link('/coordinator', 'Places'),
      link('/coordinator', 'Reports'),
      { to: '/coordinator/hub-staff', label: 'Hub staff' },
      { to: '/coordinator/audit', label: 'Audit log' },
    ],
  },
  chief: {
    title: 'Chief',
    links: [
      ...shared('/chief'),
      link('/chief', 'Queue'),
      link('/chief', 'Claims'),
      { to: '/chief/uncollected', label: 'Not collected' },
      { to: '/chief/amounts', label: 'Amounts' },
      { to: '/chief/overrides', label: 'Without a code' },
      { to: '/chief/short-deliveries', label: 'Short deliveries' },
      { to: '/chief/reviews', label: 'Ratings' },
      link('/chief', 'Vendors'),
      link('/chief', 'Performance'),
      link('/chief', 'Overview'),
      link('/chief', 'Staff'),
      link('/chief', 'Places'),
      { to: '/chief/hub-staff', label: 'Hub staff' },
      link('/chief', 'Settings'),
      { to: '/chief/payments', label: 'Payments' },
      link('/chief', 'Payouts'),
      { to: '/chief/vat', label: 'VAT' },
      { to: '/chief/ledger', label: 'Ledger' },
      { to: '/chief/audit', label: 'Audit log' },
    ],
  },
  account: grouped(/*i18n*/ 'My account', [
    {
      heading: /*i18n*/ 'Orders',
      links: [
        link('/account', /*i18n*/ 'Orders'),
        { to: '/account/codes', label: /*i18n*/ 'To collect' },
        { to: '/account/stockpile', label: /*i18n*/ 'Kept for you' },
        link('/account', /*i18n*/ 'Claims'),
      ],
    },
    { heading: /*i18n*/ 'Inbox', links: [{ to: '/account/notices', label: /*i18n*/ 'Notices' }, ownMessages] },
    {
      heading: /*i18n*/ 'Money',
      links: [
        { to: '/account/payments', label: /*i18n*/ 'Payments' },
        { to: '/account/receipts', label: /*i18n*/ 'Receipts' },
        { to: '/account/wallet', label: /*i18n*/ 'Wallet' },
        link('/account', /*i18n*/ 'Referrals'),
      ],
    },
    {
      heading: /*i18n*/ 'Saved',
      links: [link('/account', /*i18n*/ 'Lists'), { to: '/account/follows', label: /*i18n*/ 'Following' }],
    },
    {
      heading: /*i18n*/ 'Settings',
      links: [
        link('/account', /*i18n*/ 'Profile'),
        link('/account', /*i18n*/ 'Addresses'),
        link('/account', /*i18n*/ 'Security'),
        { to: '/account/data', label: /*i18n*/ 'My data' },
      ],
    },
  ]),
  handover: serving,
  held: serving,
  packing: serving,
  'weigh-in': serving,
  runs: serving,
  'my-run': serving,
  content: {
    title: 'Content desk',
    links: [
      { to: '/content/deals', label: 'Featured deals' },
      { to: '/content/adverts', label: 'Adverts' },
      { to: '/content/products', label: 'Products' },
      { to: '/content/posts', label: 'Blog posts' },
      { to: '/content/questions', label: 'Questions' },
      { to: '/content/reviews', label: 'Ratings' },
      { to: '/content/templates', label: 'Email templates' },
      ownMessages,
    ],
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

function link(base: string, label: string): PlainLink {
  return { to: `${base}/${label.toLowerCase()}`, label }
}

/** The signed-in menu's link to personal pages, which link to each other. A customer's orders are in their area. */
const ownProfile: PlainLink = { to: '/account/profile', label: /*i18n*/ 'My account' }
const ownLinks: readonly PlainLink[] = [{ to: '/account/orders', label: /*i18n*/ 'My orders' }, ownProfile]
