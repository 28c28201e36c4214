/** Every single right in a matrix, by name, so that two can be compared. */
export function rightsIn(matrix: string): Set<string> {
  const rights = new Set<string>()
  let relation = ''
  let columns: string[] = []
  let caller = ''
  for (const line of matrix.split('\n')) {
    const [, role] = /^functions of (.+):$/.exec(line) ?? []
    const [, name, marks, list] = /^([^ #]+)( \(.+\))?: (.*)$/.exec(line) ?? []
    const [, holder, verb, granted, rows] =
      /^ {2}(\S+) (select|insert|update|delete) (.*?)(?: \| (.*))?$/.exec(line) ?? []
    if (role !== undefined) caller = role
    else if (name !== undefined) {
      relation = name
      columns = list?.split(', ') ?? []
      caller = ''
      rights.add(`${relation}${marks ?? ''}`)
    } else if (caller !== '' && line.startsWith('  ')) rights.add(`${caller} execute ${line.trim()}`)
    else if (holder !== undefined) {
      for (const column of granted === '*' ? columns : (granted?.split(', ') ?? []))
        rights.add(`${holder} ${verb} ${relation}.${column}`)
      for (const row of rows?.split(', ') ?? []) rights.add(`${holder} ${verb} ${relation} by ${row}`)
    }
  }
  return rights
}
