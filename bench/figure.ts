import type { ApiKeys } from '#platform/http/keys.ts'
import type { Learner } from './in-process.ts'
import type { Product } from './product.ts'

/** What every measurement gets: the built product, running on a filled market. */
export interface Bench {
  product: Product
  learner: Learner
  apiKeys: ApiKeys
  /** Of the product to its database; the handler that it is compared with has as many. */
  connections: number
  authenticatorConnectionString: string
  /** Access tokens of all people, by their number. */
  tokens: string[]
}

/** The product's rate and that of what it is compared with, measured in turns; or a value with a limit. */
export interface Figure {
  what: string
  product: number
  /** Undefined for values that are no ratio. */
  measure?: number
  unit: '/s' | ' s' | ' MB'
  /** Least ratio, or most of a value. */
  target?: number
}
