grant execute on function standbys.mark_of(text) to authenticator;
grant execute on function standbys.note_timeline() to authenticator;
