import { type AreaRole, isAreaRole, type Role } from '#domain/accounts/roles.ts'
import { type Area, buyerAreas, grouped, type LinkGroup, SHARED } from './area/buyer-areas.ts'
import { type LinkSource, linkOf } from './area-links.ts'
import type { Duty } from './duties.ts'
import type { PlainLink } from './links.ts'
import { handOver, ownRun, work } from './menu-links.ts'

/** An area of the site with its own sidebar, named by the first path segment. Buyers' areas have translated labels. */
type AreaName = AreaRole | 'account' | 'content' | DeskName

const linksOf = (area: AreaName, ...sources: readonly LinkSource[]) => sources.map((source) => linkOf(area, source))

const held: PlainLink = { to: '/held', label: 'Held' }
const deliveries: PlainLink = { to: '/runs', label: 'Deliveries' }
const weighIn: PlainLink = { to: '/weigh-in', label: 'Weigh-in' }
const packing: PlainLink = { to: '/packing', label: 'Packing' }

/** The desks of staff of shops and hubs. Areas that link to them keep their own sidebar there. */
const DESKS = ['work', 'handover', 'held', 'packing', 'weigh-in', 'runs', 'my-run'] as const
type DeskName = (typeof DESKS)[number]

/** All desks; `sidebarArea` shows the viewer only theirs. */
const working: Area = grouped('Your work', [
  { heading: 'Your day', links: [work, handOver, ownRun] },
  { heading: 'Goods', links: [weighIn, packing, deliveries, held] },
])

interface OwnStaffLinks {
  deliveries: readonly LinkSource[]
  money?: readonly LinkSource[]
  office: readonly LinkSource[]
}

/** The sidebar of a staff area: the same work has the same name and place in all three. */
function staffGroups(area: AreaName, own: OwnStaffLinks): LinkGroup[] {
  const groups: [heading: string, sources: readonly LinkSource[]][] = [
    ['Market', [...SHARED, 'Queue']],
    ['Shops', ['Vendors', ['Companies', 'businesses'], 'Performance']],
    ['Deliveries', own.deliveries],
    [
      'Disputes',
      [
        'Claims',
        ['Not collected', 'uncollected'],
        ['Short deliveries', 'short-deliveries'],
        ['Without a code', 'overrides'],
        'Amounts',
      ],
    ],
    ['Buyers’ words', [['Ratings', 'reviews'], 'Photographs']],
    ['Money', own.money ?? []],
    ['Office', own.office],
  ]
  return groups
    .filter(([, sources]) => sources.length > 0)
    .map(([heading, sources]) => ({ heading, links: linksOf(area, ...sources) }))
}

export const areas: Record<AreaName, Area> = {
  ...buyerAreas,
  vendor: grouped('Vendor', [
    { heading: 'Shop', links: linksOf('vendor', ...SHARED) },
    { heading: 'Sharing day', links: linksOf('vendor', 'Packing', 'Goods', handOver, weighIn, deliveries, held) },
    { heading: 'Buyers', links: linksOf('vendor', 'Claims', 'Questions', 'Requests', ['Ratings', 'reviews']) },
    {
      heading: 'Money and settings',
      links: linksOf('vendor', 'Payouts', 'Invoices', ['Shop profile', 'profile'], 'Staff'),
    },
  ]),
  manager: grouped('Manager', staffGroups('manager', { deliveries: [deliveries], office: ['Reports'] })),
  coordinator: grouped(
    'Coordinator',
    staffGroups('coordinator', {
      deliveries: ['Deliveries', 'Places', ['Hub staff', 'hub-staff']],
      office: ['States', 'Managers', 'Reports', ['Audit log', 'audit']],
    }),
  ),
  chief: grouped(
    'Chief',
    staffGroups('chief', {
      deliveries: ['Deliveries', 'Places', ['Hub staff', 'hub-staff']],
      money: ['Payments', 'Refunds', 'Payouts', 'VAT', 'Ajo', 'Ledger'],
      office: [
        'Overview',
        'States',
        'Staff',
        'Settings',
        ['Data protection', 'data-protection'],
        ['Audit log', 'audit'],
      ],
    }),
  ),
  work: working,
  handover: working,
  held: working,
  packing: working,
  'weigh-in': working,
  runs: working,
  'my-run': working,
  content: grouped('Content desk', [
    { heading: 'Your day', links: linksOf('content', { to: '/content', label: 'Today' }, 'Calendar') },
    { heading: 'Shop window', links: linksOf('content', ['Featured deals', 'deals'], 'Adverts', 'Products') },
    { heading: 'Texts', links: linksOf('content', ['Blog posts', 'posts'], ['Email templates', 'templates']) },
    {
      heading: 'Buyers’ words',
      links: linksOf(
        'content',
        ['Reported questions', 'questions'],
        ['Unanswered questions', 'questions/unanswered'],
        ['Reported ratings', 'reviews'],
        ['New ratings', 'reviews/new'],
        'Photographs',
      ),
    },
    { heading: 'Inbox', links: linksOf('content', 'Messages') },
  ]),
}

/** The area of a path, by its first segment. */
export function areaForPath(pathname: string): Area | null {
  const [, name = '', page = ''] = pathname.toLowerCase().split('/')
  // The editor of posts is a page of the content desk.
  if (name === 'blog' && (page === 'new' || page === 'edit')) return areas.content
  return Object.hasOwn(areas, name) ? areas[name as AreaName] : null
}

/**
 * The viewer's sidebar for a path. At a desk that is part of their role's own area they keep that area; other desks show
 * a member of staff only those that their duties open.
 */
export function sidebarArea(pathname: string, role: Role, duties: readonly Duty[]): Area | null {
  const area = areaForPath(pathname)
  if (area !== working) return area
  const own = isAreaRole(role) ? areas[role] : null
  if (own?.links.some(({ to }) => `${pathname}/`.startsWith(`${to}/`))) return own
  const groups = (working.groups ?? []).map(({ heading, links }) => ({
    heading,
    links: links.filter(({ to }) => opens(to, duties)),
  }))
  return grouped(
    working.title,
    groups.filter(({ links }) => links.length > 0),
  )
}

function opens(desk: string, duties: readonly Duty[]): boolean {
  if (desk === work.to) return true
  if (desk === ownRun.to) return duties.includes('delivery')
  return duties.includes(desk === packing.to ? 'packing' : 'hand-over')
}
