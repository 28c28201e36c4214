import { fruits } from './fruits.ts'
import { grains } from './grains.ts'
import { meat } from './meat.ts'
import { oil } from './oil.ts'
import { seafood } from './seafood.ts'
import { vegetables } from './vegetables.ts'

/** All food pictures by file name. */
export const basins: Record<string, string> = {
  empty: '',
  ...vegetables,
  ...fruits,
  ...grains,
  ...meat,
  ...seafood,
  ...oil,
}
