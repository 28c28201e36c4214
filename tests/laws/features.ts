import type { Source } from './laws.ts'

/** Features of the product. Folders of a feature have the same name on every floor. */
export const FEATURES = [
  'accounts',
  'adverts',
  'ajo',
  'auth',
  'banners',
  'blog',
  'books',
  'businesses',
  'cart',
  'claims',
  'content',
  'cycles',
  'data-protection',
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
  'price-rises',
  'products',
  'quantity-requests',
  'receipts',
  'records',
  'rewards',
  'search',
  'record-search',
  'share-gifts',
  'staff',
  'text-messages',
  'vendors',
]

/** Other folders, by floor. */
export const OTHER_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  domain: ['acts', 'brand', 'figures', 'forms', 'geography', 'live', 'refusals', 'settings', 'texts', 'time'],
  database: [
    'acts',
    'announcements',
    'audit',
    'figures',
    'files',
    'ledger',
    'moves',
    'overview',
    'packs',
    'reviews',
    'seed',
    'settings',
    'tables',
    'tests',
    'texts',
    'uncollected',
    'unpaid-promises',
  ],
  server: ['ajo-accounts', 'calls', 'ledger', 'refunds', 'settlement', 'testing'],
  web: [
    'desk',
    'files',
    'forms',
    'languages',
    'layouts',
    'lists',
    'offline',
    'pages',
    'public',
    'rendering',
    'returns',
    'routing',
    'session',
    'theme',
    'ui',
  ],
}

/** Every folder of these floors has the name of a feature or is listed in `OTHER_FOLDERS`. */
export function featuresHaveOneName({ path }: Source): string[] {
  const [floor = '', folder = '', ...rest] = path.split('/')
  const others = OTHER_FOLDERS[floor]
  if (rest.length === 0 || FEATURES.includes(folder) || others?.includes(folder)) return []
  const expected = FEATURES.find((feature) => plain(feature) === plain(folder))
  if (expected && FLOORS_WITH_FOLDERS.includes(floor))
    return [`${floor}/${folder} is called ${expected} on every floor.`]
  return others ? [`${floor}/${folder} is no feature and no other folder listed in tests/laws/features.ts.`] : []
}

const FLOORS_WITH_FOLDERS = [...Object.keys(OTHER_FOLDERS), 'api']

/** Normalised name: the same for "group-buys", "groupBuy" and "group_buy". */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/s$/, '')
