import { picturePath } from '#web/desk/shop/store-pictures.ts'
import { readPhotos } from '#web/files/pictures/picture-field.tsx'

/** A photograph as a form sends it. */
interface LotPhoto {
  /** Its URL. */
  address: string
  caption: string
}

/** The photographs that a form keeps, in their order, and those that it showed. */
export function readLotPhotos(form: FormData): { wanted: LotPhoto[]; seen: string[] } {
  const texts = (name: string) => form.getAll(name).map(String)
  const [addresses, captions, places] = [texts('photo'), texts('photo_caption'), texts('photo_place')]
  const { wanted, seen } = readPhotos(form)
  const kept = orderByPlaces(addresses, places).filter((address) => wanted.includes(address))
  return {
    wanted: kept.map((address) => ({ address, caption: (captions[addresses.indexOf(address)] ?? '').trim() })),
    seen,
  }
}

/**
 * Moves each item to the place chosen for it, counted from 1; without a choice it stays. If two items
 * have one place, the one that moves up comes first, and the one that moves down last.
 */
export function orderByPlaces(items: readonly string[], places: readonly string[]): string[] {
  const rank = (index: number): number => {
    const place = Number(places[index]) || index + 1
    return place + Math.sign(place - (index + 1)) / 2
  }
  return items
    .map((item, index) => ({ item, index }))
    .sort((a, b) => rank(a.index) - rank(b.index) || a.index - b.index)
    .map(({ item }) => item)
}

/** As fields of a rejected form, one line each. */
export function lotPhotoValues(form: FormData): Record<'photos' | 'photo_captions' | 'photos_seen', string> {
  const { wanted, seen } = readLotPhotos(form)
  return {
    photos: wanted.map(({ address }) => address).join('\n'),
    photo_captions: wanted.map(({ caption }) => caption.replaceAll('\n', ' ')).join('\n'),
    photos_seen: seen.join('\n'),
  }
}

/** With paths in the bucket, as the database takes them. */
export function lotPhotoPaths(form: FormData) {
  const { wanted, seen } = readLotPhotos(form)
  return {
    wanted: wanted.flatMap(({ address, caption }) => {
      const path = picturePath(address)
      return path === null ? [] : [{ path, caption }]
    }),
    seen: seen.flatMap((address) => picturePath(address) ?? []),
  }
}
