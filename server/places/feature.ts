import type { PlaceCommands } from '#api/commands/places.ts'
import type { Feature } from '#server/feature.ts'
import { closePlace } from './close-place.ts'
import { closeZone } from './close-zone.ts'
import { removeAddress } from './remove-address.ts'
import { saveAddress } from './save-address.ts'
import { savePlace } from './save-place.ts'
import { saveZone } from './save-zone.ts'

export const places: Feature<PlaceCommands> = {
  commands: {
    'save-place': savePlace,
    'close-place': closePlace,
    'save-zone': saveZone,
    'close-zone': closeZone,
    'save-address': saveAddress,
    'remove-address': removeAddress,
  },
}
