import type { ApiKeys } from '#platform/http/keys.ts'
import type { Learner } from './in-process.ts'
import type { Product } from './product.ts'

/** What every benchmark gets: the built product, running on a filled market. */
export interface Bench {
  product: Product
  learner: Learner
  apiKeys: ApiKeys
  /** The product's connections to its database; the handler it is compared with has as many. */
  connections: number
  authenticatorConnectionString: string
  /** Everybody's access token, by number. */
  tokens: string[]
}

/** The product's rate and that of the comparison, measured in turns; or a value with a limit. */
export interface Figure {
  what: string
  product: number
  /** Undefined for values that are not ratios. */
  measure?: number
  unit: '/s' | ' s' | ' MB'
  /** The lowest acceptable ratio, or the highest acceptable value. */
  target?: number
}
