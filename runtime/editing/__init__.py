"""What is known of a text while somebody writes it, for the page of the studio and for editors; work in other processes."""
