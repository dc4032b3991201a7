-- The restaurant gets only "something else" of an allergy that is not listed, so who has one must call.
UPDATE quiz_questions SET help = 'We tell the restaurant. It only gets numbers for each table. If you choose “Something else”, call the restaurant once you know your table.'
  WHERE id = 12 AND help = 'We tell the restaurant. It only gets numbers for each table.';
