-- Papers of a month in the order of issue, for an accountant.
create index documents_issued on public.documents (issued_at, id);
