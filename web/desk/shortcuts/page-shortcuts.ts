/** A page of the menu with the letter that opens it after `g`. */
export interface PageShortcut {
  letter: string
  to: string
  label: string
}

/** Letters by the last segment of an address; each is unique among the links of one area. */
const LETTERS: Readonly<Record<string, string>> = {
  adverts: 'a',
  amounts: 't',
  analytics: 'a',
  audit: 'j',
  businesses: 'b',
  claims: 'c',
  customers: 'u',
  dashboard: 'd',
  deals: 'd',
  goods: 'g',
  handover: 'h',
  ledger: 'i',
  messages: 'm',
  orders: 'o',
  packing: 'k',
  payments: 'y',
  payouts: 'w',
  performance: 'f',
  photographs: 'h',
  places: 'l',
  posts: 'b',
  products: 'p',
  profile: 'f',
  questions: 'q',
  queue: 'q',
  reports: 'e',
  requests: 't',
  reviews: 'r',
  settings: 's',
  staff: 'x',
  templates: 't',
  uncollected: 'n',
  vendors: 'v',
}

/** The main pages of a menu, in its order. */
export const pageShortcuts = (links: readonly { to: string; label: string }[]): PageShortcut[] =>
  links.flatMap(({ to, label }) => {
    const letter = LETTERS[to.split('/').at(-1) ?? '']
    return letter === undefined ? [] : [{ letter, to, label }]
  })
