import type { PriceRiseCommands } from '#api/commands/group-buys.ts'
import type { Feature } from '#server/feature.ts'
import { acceptHigherPrice } from './accept-higher-price.ts'
import { askHigherPrice } from './ask-higher-price.ts'
import { withdrawHigherPrice } from './withdraw-higher-price.ts'

export const priceRises: Feature<PriceRiseCommands> = {
  commands: {
    'ask-higher-price': askHigherPrice,
    'withdraw-higher-price': withdrawHigherPrice,
    'accept-higher-price': acceptHigherPrice,
  },
}
