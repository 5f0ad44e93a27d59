insert into hero (id, name) values (17, 'Lucca');
