import type { Source } from './laws.ts'

/** What the product is made of. A feature has this name on every floor that knows it. */
export const FEATURES = [
  'accounts',
  'adverts',
  'auth',
  'blog',
  'books',
  'cart',
  'claims',
  'content',
  'deals',
  'delivery-runs',
  'discovery',
  'follows',
  'group-buys',
  'hand-overs',
  'mails',
  'messages',
  'notices',
  'orders',
  'packing',
  'payments',
  'payouts',
  'places',
  'products',
  'receipts',
  'rewards',
  'search',
  'staff',
  'vendors',
]

/** Rooms that are no feature, floor by floor. */
export const OTHER_ROOMS: Readonly<Record<string, readonly string[]>> = {
  domain: ['texts'],
  database: [
    'acts',
    'announcements',
    'audit',
    'figures',
    'files',
    'ledger',
    'moves',
    'reviews',
    'seed',
    'settings',
    'tables',
    'tests',
    'texts',
    'uncollected',
    'unpaid-promises',
  ],
  // NOTE: `clock` closes group buys; it moves into their room with the next change of it.
  server: ['clock', 'testing'],
  web: ['desk', 'languages', 'layouts', 'pages', 'public', 'session', 'theme', 'ui'],
}

/** Every room of these floors is a feature under its one name, or is listed as something else. */
export function featuresHaveOneName({ path }: Source): string[] {
  const [floor = '', room = '', ...rest] = path.split('/')
  const others = OTHER_ROOMS[floor]
  if (rest.length === 0 || FEATURES.includes(room) || others?.includes(room)) return []
  const meant = FEATURES.find((feature) => plain(feature) === plain(room))
  if (meant && FLOORS_WITH_ROOMS.includes(floor)) return [`${floor}/${room} is called ${meant} on every floor.`]
  return others ? [`${floor}/${room} is no feature of tests/laws/features.ts and no other room of ${floor}.`] : []
}

const FLOORS_WITH_ROOMS = [...Object.keys(OTHER_ROOMS), 'api']

/** The same for "group-buys", "groupBuy" and "group_buy". */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/s$/, '')
