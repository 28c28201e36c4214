import { type BulkList, bulkRows, commandRun } from '#web/desk/lists/bulk/bulk-act.ts'

/** Support cases that the viewer takes, or gives back, together. */
export const supportBulk: BulkList = {
  noun: { one: 'message', many: 'messages' },
  acts: {
    take: {
      label: 'Assign to me',
      done: 'Yours now',
      effect: 'They are assigned to you. Those that a colleague had are no longer with them.',
      obstacle: ({ state }) => (state === 'mine' ? 'It is with you already.' : null),
      run: async (api, { id, seen }, { key, viewerId }) => {
        const taken = await api.command(
          'assign-support-case',
          { case_id: id, from_id: seen || null, to_id: viewerId },
          key,
        )
        return commandRun(taken, seen === viewerId ? null : seen)
      },
      undo: {
        done: 'Back where it was',
        run: async (api, { id, seen }, { key, viewerId }) =>
          commandRun(
            await api.command('assign-support-case', { case_id: id, from_id: viewerId, to_id: seen || null }, key),
          ),
      },
    },
    return: {
      label: 'Give back',
      done: 'Given back',
      effect: 'They are with nobody, and wait for somebody to take them.',
      obstacle: ({ state, seen }) =>
        seen === '' ? 'It is with nobody.' : state === 'mine' ? null : 'It is not with you.',
      run: async (api, { id, seen }, { key }) =>
        commandRun(
          await api.command('assign-support-case', { case_id: id, from_id: seen || null, to_id: null }, key),
          seen,
        ),
      undo: {
        done: 'Back where it was',
        run: async (api, { id, seen }, { key }) =>
          commandRun(
            await api.command('assign-support-case', { case_id: id, from_id: null, to_id: seen || null }, key),
          ),
      },
    },
  },
  async read({ tables }, ids) {
    const found = await tables
      .from('support_queue')
      .select('id, subject, person_name, assigned_to, assigned_name, is_mine')
      .in('id', ids)
    return bulkRows(found, (row) => ({
      id: row.id,
      name: `${row.subject}, ${row.person_name ?? 'somebody'}${row.assigned_name ? ` (with ${row.assigned_name})` : ''}`,
      seen: row.assigned_to ?? '',
      state: row.is_mine ? 'mine' : 'other',
    }))
  },
}
