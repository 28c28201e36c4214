import { expect, it } from 'vitest'
import { settingGroups } from './setting-groups.ts'
import { settingTexts } from './setting-texts.ts'

it('has every setting in exactly one group', () => {
  const keys = settingGroups.flatMap((group) => group.keys)
  expect([...keys].sort()).toEqual(Object.keys(settingTexts).sort())
})
