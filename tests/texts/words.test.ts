import { readFileSync } from 'node:fs'
import { extractFromFileWithBabel } from '@lingui/cli/api'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#web/languages/languages.ts'
import lingui from '../../lingui.config.ts'
import { sourceFiles } from '../laws/imports.ts'
import { textsAreInCatalogues } from '../laws/words.ts'

const sources = sourceFiles()
  .filter((path) => /^(web|domain)\/.*\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

test('every text on screens for buyers is in the catalogues', () => {
  expect(sources.flatMap(textsAreInCatalogues)).toEqual([])
})

test.each([
  ['<p>Your cart</p>', 1],
  ['<p title="Your cart">{i18n.t("Your cart")}</p>', 1],
  ['<p>{count > 1 ? "people" : i18n.t("person")}</p>', 1],
  ["const faults = { label: 'Quantity' }", 1],
  ["const LEAD = 'See what others buy.'", 1],
  ['const lead = `See what others buy.`', 1],
  ['<p className="Text here">{i18n.t("Your cart")}</p>', 0],
  ["const LEAD = /*i18n*/ 'See what others buy.'", 0],
  ["throw new Error('Nobody reads this.')", 0],
  ['<Trans id="Read the <terms>terms</terms>." components={{ terms: <Link to="/terms" /> }} />', 0],
])('the number of violations in %s: %i', (text, count) => {
  expect(textsAreInCatalogues({ path: 'web/cart/cart.tsx', text: `const page = ${text}` })).toHaveLength(count)
})

describe('the catalogues', () => {
  const locales = Object.keys(LANGUAGES).filter((language) => language !== 'en')

  test('texts of the code have simple placeholders and no other message syntax', async () => {
    const texts = await textsOfTheCode()
    expect(texts.length).toBeGreaterThan(1000)
    expect(texts.filter((text) => /[{}]/.test(text.replace(/\{\w+\}/g, '')) || /'\{/.test(text))).toEqual([])
  })

  test.each(locales)('%s has every text, and no unused one (npm run words)', async (locale) => {
    expect(Object.keys(await catalogue(locale)).sort()).toEqual((await textsOfTheCode()).sort())
  })

  test.each(locales)('%s translates every text, with the same placeholders and tags', async (locale) => {
    const said = Object.entries(await catalogue(locale))
    const signs = (text: string) => (text.match(/\{\w+\}|<\/?\w+\/?>/g) ?? []).sort().join(' ')
    expect(said.filter(([text, translation]) => !translation || signs(text) !== signs(translation))).toEqual([])
    // The library's compiler treats such an apostrophe as the start of quoted text.
    expect(said.filter(([, translation]) => /'[{}<]/.test(translation))).toEqual([])
  })
})

async function catalogue(locale: string): Promise<Record<string, string>> {
  const filename = `web/languages/${locale}.po`
  const parsed = await lingui.format.parse(readFileSync(filename, 'utf8'), {
    locale,
    filename,
    sourceLocale: 'en',
  })
  return Object.fromEntries(Object.entries(parsed).map(([id, { translation }]) => [id, translation ?? '']))
}

let found: Promise<string[]> | undefined

/** Extracted as by the library's own command. */
async function textsOfTheCode(): Promise<string[]> {
  found ??= readTexts()
  return [...(await found)]
}

async function readTexts(): Promise<string[]> {
  const found = new Set<string>()
  const config = { macro: { corePackage: [], jsxPackage: [] } } as unknown as Parameters<
    typeof extractFromFileWithBabel
  >[3]['linguiConfig']
  for (const { path, text } of sources) {
    if (!/i18n|<Trans/.test(text)) continue
    const plugins: ('typescript' | 'jsx')[] = path.endsWith('x') ? ['typescript', 'jsx'] : ['typescript']
    await extractFromFileWithBabel(path, text, ({ id }) => found.add(id), { linguiConfig: config }, { plugins }, true)
  }
  return [...found]
}
