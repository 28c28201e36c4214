import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as errors from '#domain/texts/errors.ts'
import * as refusals from '#domain/texts/refusals.ts'
import * as screens from '#domain/texts/screens.ts'
import { sourceFiles } from './laws/imports.ts'

// A sentence of domain/texts that a screen or a command writes out again would drift from it.

/** Where they stand; a gallery of the parts shows examples of its own. */
const MAY_SAY = /^domain\/texts\/|^domain\/accounts\/auth-texts\.ts$|^web\/pages\/ui-gallery\/|\.test\.tsx?$/

const sentences = [...new Set([errors, refusals, screens].flatMap((texts) => Object.values(texts)).flatMap(stringsOf))]

function stringsOf(text: unknown): string[] {
  if (typeof text === 'object' && text !== null) return Object.values(text).flatMap(stringsOf)
  return typeof text === 'string' ? [text] : []
}

const repeatsIn = (source: string): string[] => {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  return sentences.filter((sentence) => code.includes(sentence))
}

test('no screen and no command repeats a sentence', () => {
  const looked = sourceFiles().filter((path) => /^(api|domain|server|web)\/.*\.tsx?$/.test(path) && !MAY_SAY.test(path))
  expect(looked.length).toBeGreaterThan(200)
  expect(sentences.length).toBeGreaterThan(60)
  const repeats = looked.map((path) => [path, repeatsIn(readFileSync(path, 'utf8'))] as const)
  expect(repeats.filter(([, found]) => found.length > 0)).toEqual([])
})

test('a repeated sentence is seen in text, in markup and in a template, not in a comment', () => {
  for (const code of ["throw data('Order not found')", '<p>Order not found</p>', '`Order not found: x`']) {
    expect(repeatsIn(code)).toEqual(['Order not found'])
  }
  expect(repeatsIn('/** Says "Order not found". */\n  // Order not found\n')).toEqual([])
})
