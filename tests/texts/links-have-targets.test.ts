import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const FOLDERS = ['docs', 'deploy', 'bench']
const PAGES = [
  ...readdirSync('.'),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  ),
].filter((path) => path.endsWith('.md'))

test('every link to a page or one of its headings has a target', () => {
  expect(PAGES.length).toBeGreaterThan(50)
  const links = PAGES.flatMap((page) => linksOf(readFileSync(page, 'utf8')).map((link) => ({ page, link })))
  expect(links.length).toBeGreaterThan(100)
  expect(links.filter(({ page, link }) => isDead(page, link)).map(({ page, link }) => `${page}: ${link}`)).toEqual([])
})

/** Links to files of this repository, except those in code. */
function linksOf(text: string): string[] {
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').replaceAll(/`[^`\n]*`/g, '`')
  const found = [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"|^\[[^\]]+\]: (\S+)/gm)]
  return found.map(([, inline, html, below]) => inline ?? html ?? below ?? '').filter((link) => !/^[a-z]+:/.test(link))
}

function isDead(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : normalize(join(dirname(page), path))
  if (!existsSync(target)) return true
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(readFileSync(target, 'utf8')).has(anchor)
}

/**
 * Anchors of headings, as GitHub generates them: lower case, no punctuation, hyphens for spaces, a number for
 * duplicates.
 */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const bare = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
    const name = bare.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-')
    let anchor = name
    for (let number = 1; anchors.has(anchor); number += 1) anchor = `${name}-${number}`
    anchors.add(anchor)
  }
  return anchors
}
