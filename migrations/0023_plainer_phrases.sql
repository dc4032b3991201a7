-- Plainer words for two questions, in clubs that still have the old ones. No choice changes its place or its meaning.
UPDATE quiz_questions SET says = '["go straight to bed when the party’s over", "want to keep going when the party’s over"]'
  WHERE id = 4 AND says = '["go straight to bed when the party’s over", "want to go on when the party’s over"]';
--> statement-breakpoint
UPDATE quiz_questions SET question = 'Your own plate, or sharing?'
  WHERE id = 17 AND question = 'Your own plate, or everything in the middle?';
--> statement-breakpoint
UPDATE quiz_questions SET choices = '["My own plate", "We share everything", "My own, but you can try it"]'
  WHERE id = 17 AND choices = '["My own plate", "Everything in the middle", "My own, but you can try it"]';
--> statement-breakpoint
UPDATE quiz_questions SET says = '["like a plate of your own", "like to share everything", "let others try your food"]'
  WHERE id = 17 AND says = '["like a plate of your own", "like everything in the middle", "let others try your food"]';
