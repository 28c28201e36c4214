import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allRefusals } from '#domain/all-refusals.ts'
import * as deletions from '#domain/texts/deletions.ts'
import * as errors from '#domain/texts/errors.ts'
import * as proofs from '#domain/texts/proofs.ts'
import * as screens from '#domain/texts/screens.ts'
import { sourceFiles } from '../laws/imports.ts'

// A literal copy of a text of domain/texts in a screen or command would diverge from it.

/** The files that define them, and the gallery of components, which has its own examples. */
const MAY_SAY =
  /^domain\/texts\/|^domain\/[\w-]+\/([\w-]+\/)?(call-)?refusals\.ts$|^domain\/accounts\/auth-texts\.ts$|^web\/pages\/ui-gallery\/|\.test\.tsx?$/

const sentences = [
  ...new Set(
    [errors, allRefusals, screens, deletions, proofs]
      .flatMap((texts) => Object.values<unknown>(texts))
      .flatMap(stringsOf),
  ),
]

function stringsOf(text: unknown): string[] {
  if (typeof text === 'object' && text !== null) return Object.values(text).flatMap(stringsOf)
  return typeof text === 'string' ? [text] : []
}

const repeatsIn = (source: string): string[] => {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  return sentences.filter((sentence) => code.includes(sentence))
}

test('no screen or command repeats a text', () => {
  const looked = sourceFiles().filter((path) => /^(api|domain|server|web)\/.*\.tsx?$/.test(path) && !MAY_SAY.test(path))
  expect(looked.length).toBeGreaterThan(200)
  expect(sentences.length).toBeGreaterThan(60)
  const repeats = looked.map((path) => [path, repeatsIn(readFileSync(path, 'utf8'))] as const)
  expect(repeats.filter(([, found]) => found.length > 0)).toEqual([])
})

test('detects a repeated text in strings, markup and templates, but not in comments', () => {
  for (const code of ["throw data('Order not found')", '<p>Order not found</p>', '`Order not found: x`']) {
    expect(repeatsIn(code)).toEqual(['Order not found'])
  }
  expect(repeatsIn('/** Says "Order not found". */\n  // Order not found\n')).toEqual([])
})
