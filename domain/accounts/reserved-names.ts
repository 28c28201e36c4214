// Neither shops nor users may use the market's own name. `public.is_reserved_name` enforces the same rule in the
// database.
import { brand } from '#domain/brand/brand.ts'
import type { Reader } from '#domain/forms/validation.ts'

export const RESERVED_NAME = /*i18n*/ 'This name could be taken for the market itself. Please choose another one.'

/** True for a name that could be mistaken for the market's: its brand, or "official". */
export function isReservedName(name: string): boolean {
  const looks = nameSkeleton(name)
  reservedSkeletons ??= [brand.name, 'official'].map(nameSkeleton)
  return reservedSkeletons.some((reserved) => looks.includes(reserved))
}

/** Computed on first use: normalising the first name loads tables of Unicode. */
let reservedSkeletons: string[] | undefined

/** Wraps the reader of a publicly visible name so that it rejects reserved names. */
export function unreservedName(reader: Reader<string>): Reader<string> {
  return (raw) => {
    const read = reader(raw)
    return 'value' in read && isReservedName(read.value) ? { error: RESERVED_NAME } : read
  }
}

/**
 * The name reduced to its look-alike form: lower case, no spaces, homoglyphs and digits replaced by the letters they
 * resemble.
 */
export function nameSkeleton(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g, '')
  return [...plain]
    .map((letter) => LOOKS_LIKE.get(letter) ?? letter)
    .join('')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/([a-z])\1+/g, '$1')
    .replace(/[^a-z]+/g, '')
    .replaceAll('l', 'i')
}

// Read position by position: the letter of LATIN stands for the sign of FOREIGN at the same place. Both have one UTF-16
// unit per sign. `public.name_skeleton` has its own copy in SQL.
const FOREIGN = 'АаΑαɑОоΟοøØօՕЈјͿϳȷʝɉյЕеΕεСсІіӀӏΙιıɩɪЅѕРрΡρҮүУуΥХхΧχԚԛԜԝҺһКкΚκТтΤτВвМмΜНнΝԀԁυνłŁđĐ0134578@$|!€ƒ'
const LATIN = 'AaAaaOoOooOoOJjJjjjjjEeEeCcIiIiIiiiiSsPpPpYyYyYXxXxQqWwHhKkKkTtTtBbMmMHhNDduvlLdDoieastbasiief'
const LOOKS_LIKE = new Map([...FOREIGN].map((letter, index) => [letter, LATIN[index] ?? '']))
